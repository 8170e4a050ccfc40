import { z } from 'zod';
import type { Path } from './issue.ts';

interface SchemaField extends z.GlobalMeta {
  path: string[];
}

/** Formats a path: `list.features[2]`. */
export function fieldName(path: Path): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (isObject(value) ? Reflect.get(value, key) : undefined),
    data,
  );
}

/** Changes a value in nested data, whose group or list exists. */
export function setValue(data: unknown, path: Path, value: unknown): void {
  const parent = valueAt(data, path.slice(0, -1));
  if (isObject(parent)) Reflect.set(parent, path.at(-1) ?? '', value);
}

type TextPath = (string | number)[];

/** The texts in nested data, each with its path. */
export function textsIn(data: unknown, path: TextPath = []): [path: TextPath, text: string][] {
  if (typeof data === 'string') return [[path, data]];
  if (!isObject(data)) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    textsIn(value, [...path, Array.isArray(data) ? Number(key) : key]),
  );
}

/** The fields of a group, of an optional one or of each item in a list. */
function membersOf(schema: z.ZodType): [key: string, field: z.ZodType][] {
  if (schema instanceof z.ZodOptional) return membersOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray) return membersOf(schema.element as z.ZodType);
  return schema instanceof z.ZodObject ? Object.entries<z.ZodType>(schema.shape) : [];
}

/** All fields of a schema, each group before its members. List items have the path of their list. */
export function schemaFields(schema: z.ZodType, path: string[] = []): SchemaField[] {
  return membersOf(schema).flatMap(([key, field]) => [
    { ...field.meta(), path: [...path, key] },
    ...schemaFields(field, [...path, key]),
  ]);
}

/** The field at a path, or undefined if the schema has none. */
export function fieldAt(schema: z.ZodType, path: Path): SchemaField | undefined {
  const keys = path.filter((key) => typeof key !== 'number').map(String);
  const field = keys.reduce<z.ZodType | undefined>(
    (group, name) => group && membersOf(group).find(([key]) => key === name)?.[1],
    schema,
  );
  return field && { ...field.meta(), path: keys };
}

/** Labels and path of a field: `“Na lista de planos › Preço” (list.price)`. */
export function describeField(schema: z.ZodType, path: Path): string {
  const trail = path
    .map((key, index) =>
      typeof key === 'number'
        ? `item ${key + 1}`
        : fieldAt(schema, path.slice(0, index + 1))?.title,
    )
    .filter((label) => label !== undefined)
    .join(' › ');
  return `${trail && `“${trail}” `}(${fieldName(path)})`;
}
