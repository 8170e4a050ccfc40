import { cspHash, POLICY_META } from '../hosting/content-security-policy.ts';

/**
 * Allows an inline block in the page's own Content-Security-Policy, where the page has one.
 *
 * @param directive that governs the block: `script-src` or `style-src`
 */
export function allowInPolicy(
  html: string,
  directive: 'script-src' | 'style-src',
  text: string,
): string {
  return html.replace(POLICY_META, (meta, policy: string) =>
    meta.replace(policy, () =>
      policy.replace(
        new RegExp(`${directive} [^;]*`),
        (list) => `${list.trim()} '${cspHash(text)}'`,
      ),
    ),
  );
}
