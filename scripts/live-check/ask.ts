const DEADLINE_MS = 30_000;

export interface Answer {
  /** 0 if there was none; `text` is the reason then. */
  status: number;
  header: (name: string) => string;
  text: string;
  /** In Latin-1. */
  bytes: string;
  /** Where the answer leads to. */
  target: string | undefined;
}

/** Follows no redirect. */
export async function ask(url: string, options: RequestInit = {}): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const request = new Request(url, { redirect: 'manual', signal, ...options });
    // Some firewalls refuse what Node calls itself.
    request.headers.set('user-agent', 'Mozilla/5.0 (compatible; check-live)');
    const response = await fetch(request);
    const { status, headers } = response;
    const header = (name: string): string => headers.get(name) ?? '';
    const isRedirect = status >= 300 && status < 400 && header('location') !== '';
    const target = isRedirect ? new URL(header('location'), url).href : undefined;
    const body = Buffer.from(await response.arrayBuffer());
    return { status, header, text: body.toString(), bytes: body.toString('latin1'), target };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    const text = cause?.code ?? message;
    return { status: 0, header: () => '', text, bytes: '', target: undefined };
  }
}

export function describe({ status, text, target }: Answer): string {
  if (status === 0) return `não responde (${text})`;
  return target === undefined ? `responde ${status}` : `leva a ${target} (${status})`;
}
