/**
 * The ASCII form of a host name that `URL` takes, as servers know it; undefined for any other text. Domains may
 * have accents: registro.br sells them.
 */
export function asciiHost(name: string): string | undefined {
  // In a URL, these would end the host's name or stand for other letters.
  if (/[\s/?#:@\\%]/.test(name)) return undefined;
  return URL.parse(`https://${name}`)?.hostname;
}

/** RFC 5321, with erratum 1690. The database reckons with it (mail_bytes). */
export const MAX_ADDRESS_CHARACTERS = 254;

/** An e-mail address with its domain in ASCII; unchanged if `URL` does not take the domain. */
export function asciiAddress(address: string): string {
  const [, local = '', domain = ''] = /^(.*@)(.*)$/s.exec(address) ?? [];
  return local + (asciiHost(domain) ?? domain) || address;
}

/** Link that writes to an address. Some mail programs read a plain + as a space. */
export function mailLink(address: string): string {
  return `mailto:${encodeURI(address).replaceAll('+', '%2B')}`;
}
