/**
 * Initial congestion window: ten segments of 1,460 bytes (RFC 6928), less the response headers. A longer
 * page costs a slow phone one more round trip before its first paint.
 */
export const PAGE_BUDGET_BYTES = 14_000;
