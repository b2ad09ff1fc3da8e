/** The key that the services of tests know. */
export const key = "sk-test-0123456789abcdef";
