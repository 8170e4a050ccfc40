/** Thrown by {@link withDeadline}; `code` is what the log shows. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  readonly code = 'DEADLINE';
}

/**
 * Settles as `work` does, or rejects with a {@link DeadlineError} after `deadlineMs` milliseconds.
 * The work itself continues; its caller has to cancel it.
 */
export async function withDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new DeadlineError(`no reply within ${deadlineMs} ms`));
    }, deadlineMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
