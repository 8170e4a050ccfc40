import type { ComponentProps } from 'react';
import type { FieldName } from '@site/supabase/contact-form';

interface FieldProps {
  name: FieldName;
  label: string;
  placeholder: string;
  error: string | undefined;
  /** How many characters are left. */
  hint?: string | undefined;
  /** `textarea` with this many rows instead of a single line. */
  rows?: number;
  type?: ComponentProps<'input'>['type'];
  /** Omitted if the browser knows no value. `off` would also lose the text on history navigation. */
  autoComplete?: string;
  /** Called as soon as the visitor changes the text. */
  onChange: (name: FieldName) => void;
  /** Called when a submission finds the field empty. */
  onEmpty: (name: FieldName) => void;
  onFocus: () => void;
}

/** A labelled, required field whose text belongs to the browser. */
export function Field({
  name,
  label,
  error,
  hint,
  rows,
  type = 'text',
  onChange,
  onEmpty,
  ...attributes
}: FieldProps) {
  const id = `contato-${name}`;
  const errorId = `${id}-erro`;
  const hintId = `${id}-espaço`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  const shared = {
    id,
    name,
    className: 'field',
    required: true,
    onInput: () => {
      onChange(name);
    },
    onInvalid: () => {
      onEmpty(name);
    },
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': describedBy || undefined,
    ...attributes,
  };
  return (
    <div>
      <label className="font-semibold" htmlFor={id} suppressHydrationWarning>
        {label}
      </label>
      {/* Above the field: below it, the browser's own bubble would cover it. Always there: React could not put
          it before a field that an extension has wrapped. */}
      <p id={error && errorId} className={error && 'field-error'}>
        {error}
      </p>
      {rows === undefined ? (
        <input type={type} {...shared} />
      ) : (
        <textarea rows={rows} {...shared} />
      )}
      {hint !== undefined && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
