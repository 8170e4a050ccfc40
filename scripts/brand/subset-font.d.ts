// The published types lack half the options.
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff' | 'woff2';
    variationAxes?: Record<string, number | { min: number; max: number }>;
    keepFeatures?: string[];
    noHinting?: boolean;
    noLayoutClosure?: boolean;
    dropTables?: string[];
  }
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: Options,
  ): Promise<Buffer>;
}
