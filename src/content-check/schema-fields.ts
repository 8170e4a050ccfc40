/** Walks the schemas: which fields there are, and what editors call them. */
import { z } from 'zod';
import type { Path } from '../content-files/content-file.ts';

export interface SchemaField {
  path: string[];
  /** The labels from the outermost group inwards. */
  labels: string[];
}

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

/** A field that the schema itself names: every object also has a `constructor`. */
function ownField(schema: z.ZodObject, name: string): z.ZodType | undefined {
  const shape = shapeOf(schema);
  return Object.hasOwn(shape, name) ? shape[name] : undefined;
}

/** The schema at a path, or undefined where the schema knows no such field. */
export function schemaAt(schema: z.ZodType, path: Path): z.ZodType | undefined {
  let current: z.ZodType | undefined = schema;
  for (const key of path) {
    if (current instanceof z.ZodOptional) current = current.unwrap() as z.ZodType;
    if (current instanceof z.ZodObject) current = ownField(current, String(key));
    else if (current instanceof z.ZodArray) current = current.element as z.ZodType;
    else return undefined;
  }
  return current;
}

/** The labels of a field and of the groups around it, as a trail that an editor can follow. */
export function labelOf(schema: z.ZodType, path: Path): string | undefined {
  const labels = path.map((key, index) => {
    if (typeof key === 'number') return `item ${key + 1}`;
    return schemaAt(schema, path.slice(0, index + 1))?.meta()?.title;
  });
  const known = labels.filter((label) => label !== undefined);
  return known.length === 0 ? undefined : known.join(' › ');
}

/** Every field of a schema with the groups it stands in; items of lists count as part of the list. */
export function allFields(
  schema: z.ZodType,
  path: string[] = [],
  labels: string[] = [],
): SchemaField[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(shapeOf(schema)).flatMap(([key, field]) => {
    const here = { path: [...path, key], labels: [...labels, field.meta()?.title ?? key] };
    return [here, ...allFields(field, here.path, here.labels)];
  });
}
