/** Generates the content editor's fields from the schemas, so that the two cannot drift apart. */
import type { Field, ListField, SelectField, StringField } from '@sveltia/cms';
import { z } from 'zod';
import { IMAGE_EXTENSIONS, LOGO_EXTENSIONS } from '@site/content/image-field';

/** Photos from an iPhone, which the editor stores as WebP. */
export const HEIC_EXTENSIONS = ['.heic', '.heif'];

/** What Windows calls some JPEGs, which the editor renames. */
const JFIF = '.jfif';

/** Beside the content file that names the image, as Astro requires. */
export const BESIDE_THE_FILE = { media_folder: '', public_folder: '.' } as const;

/** Folder for the images of fields; undefined if the file has one folder for all. */
type ImageFolder = typeof BESIDE_THE_FILE | undefined;

type Described = z.core.JSONSchema.JSONSchema & z.GlobalMeta;

type Common = Pick<StringField, 'name' | 'label' | 'hint' | 'required'>;

/** JSON, which the page holds, leaves out the limits that a schema does not set. */
const limits = (all: Record<string, number | undefined>) => all as Record<string, number>;

function textField(schema: Described, common: Common): Field {
  const { format, multiline, minLength, maxLength } = schema;
  if (format === 'date') return { ...common, widget: 'datetime', type: 'date' };
  const lengths = limits({ minlength: minLength, maxlength: maxLength });
  if (multiline) return { ...common, ...lengths, widget: 'text' };
  return { ...common, ...lengths, widget: 'string' };
}

function selectField({ enum: values = [], optionLabels = {} }: Described, common: Common) {
  const options = values.map((value) => {
    return { label: optionLabels[String(value)] ?? String(value), value };
  });
  return { ...common, widget: 'select', options } as SelectField;
}

function listField(schema: Described, common: Common, folder: ImageFolder): ListField {
  const item = schema.items as Described;
  return {
    ...common,
    ...limits({ min: schema.minItems, max: schema.maxItems }),
    widget: 'list',
    ...(item.title && { label_singular: item.title }),
    ...(item.type === 'object'
      ? { fields: groupFields(item, folder) }
      : { field: fieldOf('item', item, true, folder) }),
  };
}

function fieldOf(name: string, schema: Described, required: boolean, folder: ImageFolder): Field {
  const { title, description, image, type } = schema;
  if (title === undefined || description === undefined) {
    throw new Error(`The field "${name}" has no title or description for editors to read.`);
  }
  const common: Common = { name, label: title, hint: description, required };
  if (image) {
    const accept =
      image === 'logo' ? LOGO_EXTENSIONS : [...IMAGE_EXTENSIONS, JFIF, ...HEIC_EXTENSIONS];
    return { ...common, widget: 'image', ...folder, choose_url: false, accept: accept.join(',') };
  }
  if (schema.enum) return selectField(schema, common);
  if (type === 'string') return textField(schema, common);
  if (type === 'integer') {
    const { minimum: min, maximum: max } = schema;
    return { ...common, widget: 'number', value_type: 'int', ...limits({ min, max }) };
  }
  if (type === 'boolean') return { ...common, widget: 'boolean', required: false, default: false };
  if (type === 'array') return listField(schema, common, folder);
  if (type === 'object')
    return { ...common, widget: 'object', fields: groupFields(schema, folder) };
  throw new Error(`The editor has no field for "${name}".`);
}

function groupFields({ properties = {}, required = [] }: Described, folder: ImageFolder): Field[] {
  return Object.entries(properties).map(([name, property]) =>
    fieldOf(name, property as Described, required.includes(name), folder),
  );
}

/** The editor's fields for an object. It checks only lengths and counts; saving checks the other rules. */
export function editorFields(schema: z.ZodType, folder?: ImageFolder): Field[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return groupFields(json, folder);
}
