/** test: claimed; being written. */
export {};
