/**
 * What a server sends before it waits for an answer: ten segments of 1,460 bytes (RFC 6928), less
 * the answer's headers. A longer page costs a slow phone a further round trip before its first paint.
 */
export const PAGE_BUDGET_BYTES = 14_000;
