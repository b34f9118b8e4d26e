/** order: claimed; being written. */
export {};
