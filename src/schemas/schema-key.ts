/** Some editors write it into a JSON file to remember which schema completes it. */
const SCHEMA_KEY = '$schema';

/** Fields without the address of a schema, which Astro's own JSON schemas allow for. */
export function withoutSchemaKey<Data>(data: Data): Data {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, SCHEMA_KEY)) return data;
  const rest = { ...data };
  Reflect.deleteProperty(rest, SCHEMA_KEY);
  return rest;
}
