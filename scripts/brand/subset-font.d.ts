// The published types lack half the options.
declare module 'subset-font' {
  interface Options {
    targetFormat: 'sfnt' | 'woff' | 'woff2';
    variationAxes?: Record<string, number | { min: number; max: number }>;
    keepFeatures?: string[];
    noHinting?: boolean;
    noLayoutClosure?: boolean;
    dropTables?: string[];
    keepAllGlyphs?: boolean;
  }
  export default function subsetFont(
    font: Buffer,
    characters: string | undefined,
    options: Options,
  ): Promise<Buffer>;
}
