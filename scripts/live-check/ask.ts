const DEADLINE_MS = 30_000;

export interface Answer {
  /** 0 if there was none; `text` is the reason then. */
  status: number;
  header: (name: string) => string;
  text: string;
  /** Where the answer leads to. */
  target: string | undefined;
}

/** Follows no redirect. */
export async function ask(url: string, options: RequestInit = {}): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const response = await fetch(url, { redirect: 'manual', signal, ...options });
    const { status, headers } = response;
    const header = (name: string): string => headers.get(name) ?? '';
    const isRedirect = status >= 300 && status < 400 && header('location') !== '';
    const target = isRedirect ? new URL(header('location'), url).href : undefined;
    return { status, header, text: await response.text(), target };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return { status: 0, header: () => '', text: cause?.code ?? message, target: undefined };
  }
}

export function describe({ status, text, target }: Answer): string {
  if (status === 0) return `não responde (${text})`;
  return target === undefined ? `responde ${status}` : `leva a ${target} (${status})`;
}
