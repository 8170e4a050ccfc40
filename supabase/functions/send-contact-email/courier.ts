import { startDeliveryRound, type MailerDeps } from './mailer.ts';
import type { StoredMessage } from './store.ts';

/** More than this wait for the retry job instead: memory stays bounded, whatever the rush. */
const MAX_WAITING_MESSAGES = 50;

/**
 * Composing and sending a mail costs several times what accepting a message does. In a rush the
 * visitors who wait for an answer go first, but no mail waits for them longer than this.
 */
const MAX_YIELD_MS = 100;
const YIELD_STEP_MS = 10;

export interface CourierDeps extends MailerDeps {
  /** How many requests are being answered right now. */
  visitorsWaiting: () => number;
  /** Tells the platform that there is work left after the response. */
  waitUntil: (work: Promise<unknown>) => void;
}

/**
 * Mails messages as soon as they are stored, while the visitor already has the answer: nobody on
 * a slow connection waits for an SMTP conversation too. What it does not manage, the retry job does.
 */
export interface Courier {
  hasRoom(): boolean;
  take(message: StoredMessage): void;
}

export function createCourier(deps: CourierDeps): Courier {
  const waiting: { message: StoredMessage; takenAtMs: number }[] = [];
  let isRunning = false;

  async function letVisitorsGoFirst(): Promise<void> {
    for (let waited = 0; waited < MAX_YIELD_MS; waited += YIELD_STEP_MS) {
      if (deps.visitorsWaiting() === 0) return;
      await new Promise((resolve) => setTimeout(resolve, YIELD_STEP_MS));
    }
  }

  async function run(): Promise<void> {
    const round = startDeliveryRound(deps);
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await letVisitorsGoFirst();
        await round.deliver(next.message, next.takenAtMs);
      }
    } finally {
      isRunning = false;
      await round.finish();
    }
  }

  return {
    hasRoom: () => waiting.length < MAX_WAITING_MESSAGES,
    take(message) {
      waiting.push({ message, takenAtMs: performance.now() });
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
