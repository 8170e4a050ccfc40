import { createHash, timingSafeEqual } from 'node:crypto';

/** Carries CONTACT_JOB_SECRET from the schedule to `/job`, which runs the job. */
export const JOB_SECRET_HEADER = 'x-contact-job-secret';

/** Compares in constant time. Hashing first makes the lengths equal. */
export function secretsMatch(given: string | null, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given ?? ''), digest(expected)) && given !== null;
}
