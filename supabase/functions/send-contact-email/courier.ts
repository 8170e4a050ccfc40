import { startDeliveryRound, type MailerDeps } from './mailer.ts';
import type { StoredMessage } from './store.ts';

/** More than this wait for the retry job instead: memory stays bounded, whatever the rush. */
const MAX_WAITING_MESSAGES = 50;

export interface CourierDeps extends MailerDeps {
  leaseSeconds: number;
  /** Tells the platform that there is work left after the response. */
  waitUntil: (work: Promise<unknown>) => void;
}

/**
 * Mails messages as soon as they are stored, while the visitor already has the answer: nobody on
 * a slow line waits for an SMTP conversation too. What it does not manage, the retry job does.
 */
export interface Courier {
  hasRoom(): boolean;
  take(message: StoredMessage): void;
}

export function createCourier(deps: CourierDeps): Courier {
  const waiting: { message: StoredMessage; takenAt: number }[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    // Half the lease, so that a mail begun at the last moment ends before the retry job may have it.
    const latestStartMs = (deps.leaseSeconds * 1000) / 2;
    const round = startDeliveryRound(deps);
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (performance.now() - next.takenAt > latestStartMs) continue;
        const outcome = await round.deliver(next.message);
        // What still waits would only wait in vain; its leases end, and the retry job takes it.
        if (outcome === 'unreachable') waiting.length = 0;
      }
    } finally {
      isRunning = false;
      await round.finish();
    }
  }

  return {
    hasRoom: () => waiting.length < MAX_WAITING_MESSAGES,
    take(message) {
      waiting.push({ message, takenAt: performance.now() });
      if (isRunning) return;
      isRunning = true;
      deps.waitUntil(
        run().catch(() => {
          deps.log('error', 'courier_failed');
        }),
      );
    },
  };
}
