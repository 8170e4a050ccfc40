import { createHash, timingSafeEqual } from 'node:crypto';

/** Carries CONTACT_RETRY_SECRET from the schedule to `/retry`, which runs the job. */
export const RETRY_SECRET_HEADER = 'x-contact-retry-secret';

/** Compares in constant time. Hashing first makes the lengths equal. */
export function secretsMatch(given: string | null, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given ?? ''), digest(expected)) && given !== null;
}
