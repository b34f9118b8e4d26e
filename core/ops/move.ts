/** move: claimed; being written. */
export {};
