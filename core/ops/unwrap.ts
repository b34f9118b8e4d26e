/** unwrap: claimed; being written. */
export {};
