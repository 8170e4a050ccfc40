/** What the bench uses of Lighthouse: the project is checked without its packages. */
declare module 'chrome-launcher' {
  interface Browser {
    port: number;
    kill: () => void;
  }
  export function launch(options: { chromePath?: string; chromeFlags: string[] }): Promise<Browser>;
}

declare module 'lighthouse' {
  interface Report {
    runtimeError?: { message: string };
    audits: Partial<
      Record<string, { numericValue?: number; details?: { items?: { duration: number }[] } }>
    >;
    categories: Record<string, { score: number | null }>;
  }
  export default function lighthouse(
    url: string,
    flags: object,
  ): Promise<{ lhr: Report } | undefined>;
}
