/** Makes the content editor's fields from the schemas, so that the two cannot drift apart. */
import type {
  DateTimeField,
  Field,
  ListField,
  NumberField,
  ObjectField,
  SelectField,
  StringField,
  TextField,
} from '@sveltia/cms';
import { z } from 'zod';
import { shapeOf } from '../content-reader/schema-fields.ts';
import { IMAGE_EXTENSIONS, LOGO_EXTENSIONS } from '../schemas/image.ts';
import { patternOf } from './pattern.ts';

/** Photos of an iPhone, which the editor stores as WebP. */
const HEIC = ['.heic', '.heif'];

type Common = Pick<StringField, 'name' | 'label' | 'hint' | 'required'>;

/** Beside the content file that names the image, as Astro wants it. */
export const BESIDE_THE_FILE = { media_folder: '', public_folder: '.' } as const;

/** Where the images of fields go. Undefined where the whole file has a folder for them. */
type ImageFolder = typeof BESIDE_THE_FILE | undefined;

function textField(schema: z.ZodString, common: Common): StringField | TextField | DateTimeField {
  if (schema.format === 'date') return { ...common, widget: 'datetime', type: 'date' };
  const pattern = patternOf(schema);
  const limits = {
    ...(schema.minLength !== null && { minlength: schema.minLength }),
    ...(schema.maxLength !== null && { maxlength: schema.maxLength }),
    ...(pattern && { pattern }),
    ...(schema.format === 'email' && { type: 'email' as const }),
  };
  return schema.meta()?.multiline === true
    ? { ...common, ...limits, widget: 'text' }
    : { ...common, ...limits, widget: 'string' };
}

function numberField(schema: z.ZodNumber, common: Common): NumberField {
  const { minValue, maxValue } = schema;
  return {
    ...common,
    widget: 'number',
    value_type: schema.format === 'safeint' ? 'int' : 'float',
    ...(minValue !== null && { min: minValue }),
    ...(maxValue !== null && { max: maxValue }),
  };
}

function selectField(schema: z.ZodEnum | z.ZodLiteral, common: Common): SelectField {
  const labels = schema.meta()?.optionLabels ?? {};
  const values = schema instanceof z.ZodEnum ? schema.options : [...schema.values];
  const options = values.map((value) => {
    if (typeof value === 'bigint' || value === undefined) {
      throw new TypeError(`The editor cannot offer ${String(value)} as an option.`);
    }
    return { label: labels[String(value)] ?? String(value), value };
  });
  const [only, ...others] = options;
  return {
    ...common,
    widget: 'select',
    options,
    ...(only && others.length === 0 && { default: only.value }),
  };
}

/** How few and how many items a list takes. */
function countsOf(schema: z.ZodArray): { min?: number; max?: number } {
  const counts: { min?: number; max?: number } = {};
  for (const check of schema.def.checks ?? []) {
    const { length, minimum, maximum } = check._zod.def as unknown as Record<string, unknown>;
    if (typeof length === 'number') return { min: length, max: length };
    if (typeof minimum === 'number') counts.min = minimum;
    if (typeof maximum === 'number') counts.max = maximum;
  }
  return counts;
}

function listField(schema: z.ZodArray, common: Common, folder: ImageFolder): ListField {
  const item = schema.element as z.ZodType;
  const counts = countsOf(schema);
  const label_singular = item.meta()?.title;
  const shared = {
    ...common,
    ...counts,
    widget: 'list' as const,
    ...(label_singular && { label_singular }),
  };
  return item instanceof z.ZodObject
    ? { ...shared, fields: fieldsOf(item, folder) }
    : { ...shared, field: fieldOf('item', item, folder) };
}

function imageField(common: Common, extensions: string[], folder: ImageFolder): Field {
  return {
    ...common,
    widget: 'image',
    ...folder,
    choose_url: false,
    accept: extensions.join(','),
  };
}

/** The editor's field for one field of a schema. */
export function fieldOf(name: string, schema: z.ZodType, folder: ImageFolder): Field {
  if (schema instanceof z.ZodOptional) {
    return { ...fieldOf(name, schema.unwrap() as z.ZodType, folder), required: false };
  }
  const { title, description, image } = schema.meta() ?? {};
  if (title === undefined || description === undefined) {
    throw new Error(`The field "${name}" has no title or description for editors to read.`);
  }
  const common: Common = { name, label: title, hint: description, required: true };
  if (image) {
    const extensions = image === 'logo' ? LOGO_EXTENSIONS : [...IMAGE_EXTENSIONS, ...HEIC];
    return imageField(common, extensions, folder);
  }
  if (schema instanceof z.ZodString) return textField(schema, common);
  if (schema instanceof z.ZodNumber) return numberField(schema, common);
  if (schema instanceof z.ZodBoolean)
    return { ...common, widget: 'boolean', required: false, default: false };
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral)
    return selectField(schema, common);
  if (schema instanceof z.ZodArray) return listField(schema, common, folder);
  if (schema instanceof z.ZodObject) {
    return { ...common, widget: 'object', fields: fieldsOf(schema, folder) } satisfies ObjectField;
  }
  throw new Error(`The editor has no field for "${name}", of type ${schema.def.type}.`);
}

export function fieldsOf(schema: z.ZodObject, folder: ImageFolder): Field[] {
  return Object.entries(shapeOf(schema)).map(([name, field]) => fieldOf(name, field, folder));
}
