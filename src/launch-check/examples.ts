import EXAMPLES from './examples.json' with { type: 'json' };

/**
 * Facts and clients that came with the site as examples, or stand in the editor's hints, kept apart
 * from the content, so that the launch check knows them whatever the content says by then. Clients
 * by name, with the SHA-256 of their logo; files of the brand, with a piece that shows them.
 */
export { EXAMPLES };

/** What may stay as it is: a real company can be in the same town. */
export const POSSIBLY_TRUE = ['address.district', 'address.city', 'address.state'];

/** What a text of the site leaves to the company to say. */
export const TO_FILL_IN = /\(a preencher:[^)]*\)/g;

/** Numbers of hardly anything but zeros belong to nobody. */
export const EXAMPLE_PHONE = /000-0000$/;

/**
 * Whether a host name can never be reached by visitors.
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
