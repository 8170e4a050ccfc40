import type { ComponentProps } from 'react';
import type { FieldName } from '../../../supabase/functions/_shared/contact-form.ts';

interface FieldProps {
  name: FieldName;
  label: string;
  placeholder: string;
  error: string | undefined;
  /** `textarea` with this many rows instead of a single line. */
  rows?: number;
  type?: ComponentProps<'input'>['type'];
  /** None for what a browser could not know; `off` would also lose the text on the way back. */
  autoComplete?: string;
  /** Called as soon as the visitor changes the text. */
  onChange: (name: FieldName) => void;
}

/** A labelled, required field whose text belongs to the browser. */
export function Field({
  name,
  label,
  error,
  rows,
  type = 'text',
  onChange,
  ...attributes
}: FieldProps) {
  const id = `contato-${name}`;
  const errorId = `${id}-erro`;
  const shared = {
    id,
    name,
    className: 'field',
    required: true,
    onInput: () => {
      onChange(name);
    },
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': error === undefined ? undefined : errorId,
    ...attributes,
  };
  return (
    <div>
      <label className="font-semibold" htmlFor={id}>
        {label}
      </label>
      {rows === undefined ? (
        <input type={type} {...shared} />
      ) : (
        <textarea rows={rows} {...shared} />
      )}
      {error !== undefined && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
