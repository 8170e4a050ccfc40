import EXAMPLES from './examples.json' with { type: 'json' };

/**
 * Examples that came with the site or appear in the editor's hints: facts, names of clients, and
 * strings that only example files hold (a colour, the start of a drawing). Kept apart from the content,
 * so that the launch check knows them whatever the content says by then.
 */
export { EXAMPLES };

/** Facts that may stay: a real company can be in the same town. */
export const POSSIBLY_TRUE = ['address.district', 'address.city', 'address.state'];

/** Placeholders for the company to fill in. */
export const TO_FILL_IN = /\(a preencher:[^)]*\)/g;

/** Fictional numbers, which belong to nobody. */
export const EXAMPLE_PHONE = /000-0000$/;

/**
 * True for a reserved, local or example host name, and for any IP address.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2606 (reserved top-level names)
 */
export function isPlaceholderHost(host: string): boolean {
  return (
    /(?:^|\.)(?:example|test|invalid|localhost)$/.test(host) ||
    /(?:^|\.)example\.(?:com|net|org)$/.test(host) ||
    /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/.test(host) ||
    /^(?:www\.)?empresa\.com\.br$/.test(host)
  );
}
