/** Walks the schemas: which fields there are, and what editors call them. */
import { z } from 'zod';
import type { Path } from '../content-files/issue.ts';

/** Writes a path as people do: `list.features[2]`. */
export function fieldName(path: Path): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}

export function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    data,
  );
}

export function shapeOf(schema: z.ZodObject): Record<string, z.ZodType> {
  return schema.shape;
}

/** The schema at a path, or undefined where the schema knows no such field. */
export function schemaAt(schema: z.ZodType, path: Path): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional) return schemaAt(schema.unwrap() as z.ZodType, path);
  const [key, ...rest] = path;
  if (key === undefined) return schema;
  if (schema instanceof z.ZodArray) return schemaAt(schema.element as z.ZodType, rest);
  if (!(schema instanceof z.ZodObject)) return undefined;
  // Only what the schema itself names: every object also has a `constructor`.
  const field = new Map(Object.entries(shapeOf(schema))).get(String(key));
  return field && schemaAt(field, rest);
}

/** A field as a report names it: `“Na lista de planos › Preço” (list.price)`. */
export function describeField(schema: z.ZodType, path: Path): string {
  const labels = path.map((key, index) =>
    typeof key === 'number'
      ? `item ${key + 1}`
      : schemaAt(schema, path.slice(0, index + 1))?.meta()?.title,
  );
  const trail = labels.filter((label) => label !== undefined).join(' › ');
  return `${trail && `“${trail}” `}(${fieldName(path)})`;
}

/** The path of every field, each group before its own; items of lists count as part of the list. */
export function fieldPaths(schema: z.ZodType, path: string[] = []): string[][] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(shapeOf(schema)).flatMap(([key, field]) => [
    [...path, key],
    ...fieldPaths(field, [...path, key]),
  ]);
}
