import { type Html, html } from '../../dress/html.ts';

export type Field = Readonly<{
  name: string;
  /** The name, unless several forms of a page have a field of this name. */
  id?: string;
  label: string;
  /** Of the input; `text` unless given. */
  type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'datetime-local' | 'search' | 'url';
  value?: string | undefined;
  /** What may be typed, in one sentence. */
  hint?: string;
  /** What was wrong with what was typed. */
  error?: string | undefined;
  isRequired?: boolean;
  autocomplete?: string;
  /** More attributes, such as `min`. */
  more?: Html;
}>;

/** A labelled field of a form; its hint and its error are read out with it. */
export function field({ name, label, type = 'text', value, hint, error, ...field }: Field): Html {
  const { isRequired = false, autocomplete, more, id = name } = field;
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
<label for="${id}">${label}</label>
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
<input id="${id}" name="${name}" type="${type}"${value !== undefined && html` value="${value}"`}${
    isRequired && html` required`
  }${autocomplete && html` autocomplete="${autocomplete}"`}${
    notes !== '' && html` aria-describedby="${notes}"`
  }${error && html` aria-invalid="true"`}${more}>
${error && html`<p class="error" id="${id}-error">${error}</p>`}
</div>`;
}

type Choice = Pick<Field, 'name' | 'label' | 'value' | 'hint' | 'error'>;

/** A list to choose one from: pairs of value and name. */
export function choice(
  { name, label, value, hint, error }: Choice,
  options: readonly (readonly [string, string])[],
): Html {
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
<select id="${name}" name="${name}"${describedBy({ name, hint, error })}>
${options.map(
  ([one, text]) => html`<option value="${one}"${one === value && html` selected`}>${text}</option>`,
)}</select>
${error && html`<p class="error" id="${name}-error">${error}</p>`}
</div>`;
}

/** A text of several lines. */
export function textArea({
  name,
  label,
  value,
  hint,
  error,
  more,
}: Choice & { more?: Html }): Html {
  return html`<div class="field wide">
<label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
<textarea id="${name}" name="${name}"${describedBy({ name, hint, error })}${more}>
${value ?? ''}</textarea>
${error && html`<p class="error" id="${name}-error">${error}</p>`}
</div>`;
}

type Notes = Readonly<{ name: string; hint: string | undefined; error: string | undefined }>;

function describedBy({ name, hint, error }: Notes): Html {
  const notes = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return html`${notes !== '' && html` aria-describedby="${notes}"`}${
    error && html` aria-invalid="true"`
  }`;
}

/** A box to tick. */
export function box(name: string, label: Html | string, isTicked = false): Html {
  return html`<div class="field tick"><input type="checkbox" id="${name}" name="${name}"${
    isTicked && html` checked`
  }><label for="${name}">${label}</label></div>
`;
}
