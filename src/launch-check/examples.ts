/**
 * Content that came with the site as an example. Kept here by heart, so that the launch check knows
 * it whatever the content files say by then.
 */

export const EXAMPLE_NAME = 'Araucária Digital';

/** Numbers of hardly anything but zeros belong to nobody. */
export const EXAMPLE_PHONE = /000-0000$/;

export const EXAMPLE_STREET = 'Rua do Pinhão, 100';

export const EXAMPLE_CLIENTS = [
  'Ateliê Ipê-Roxo',
  'Clínica Vale Verde',
  'Construtora Pinhal',
  'Padaria Vô Antônio',
  'Serra Mel',
  'Transportes Contestado',
];

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
    host === 'www.empresa.com.br' ||
    host === 'empresa.com.br'
  );
}
