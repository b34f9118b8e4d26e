/** rewire: claimed; being written. */
export {};
