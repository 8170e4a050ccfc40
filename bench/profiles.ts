/** The devices and lines that the bench simulates. */
import type { Config, Flags } from 'lighthouse';

export interface Profile {
  name: string;
  flags: Flags;
}

type Throttling = NonNullable<Flags['throttling']>;

/** For simulated throttling only these three count; the others are for throttling by DevTools. */
function simulated(rttMs: number, throughputKbps: number, cpuSlowdownMultiplier: number) {
  return { rttMs, throughputKbps, cpuSlowdownMultiplier } satisfies Throttling;
}

/** A mid-range phone (Lighthouse's own choice), and what it multiplies the bench's processor by. */
const PHONE = {
  formFactor: 'mobile',
  screenEmulation: { mobile: true, width: 412, height: 823, deviceScaleFactor: 1.75 },
} satisfies Flags;

const DESKTOP = {
  formFactor: 'desktop',
  screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1 },
} satisfies Flags;

export const PROFILES: readonly Profile[] = [
  // Lighthouse's "Slow 4G", the line behind the mobile score of PageSpeed Insights.
  { name: 'Slow 4G', flags: { ...PHONE, throttling: simulated(150, 1638.4, 4) } },
  // WebPageTest's "Slow 3G".
  { name: 'Slow 3G', flags: { ...PHONE, throttling: simulated(400, 400, 4) } },
  // Lighthouse's desktop preset.
  { name: 'Desktop', flags: { ...DESKTOP, throttling: simulated(40, 10_240, 1) } },
];

/**
 * A not-found page asks to stay out of search results, and Lighthouse counts that against it: its
 * pages are audited for all but that.
 */
export function lighthouseConfig(isHidden: boolean): Config {
  return {
    extends: 'lighthouse:default',
    settings: isHidden ? { skipAudits: ['is-crawlable'] } : {},
  };
}
