import type { ReactNode } from "react";

/** What an input needs from its label. */
interface InputProps {
  id: string;
  name: string;
  required: boolean;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

interface LabeledFieldProps {
  name: string;
  label: string;
  /** Below the label. */
  help?: string;
  error?: string;
  isOptional?: boolean;
  children(input: InputProps): ReactNode;
}

/** An input of a public page with its label. What is wrong with it is read out with it. */
export function LabeledField({ name, label, help, error, isOptional = false, children }: LabeledFieldProps) {
  const id = `backroom-${name}`;
  const errorId = `${id}-error`;
  return (
    <div className="backroom-field">
      <label htmlFor={id}>
        {label}
        {isOptional && " (optional)"}
        {help && <small>{help}</small>}
      </label>
      {children({
        id,
        name,
        required: !isOptional,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": error ? errorId : undefined,
      })}
      {error && (
        <p className="backroom-error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}

interface StorefrontFieldProps {
  name: string;
  label: string;
  /** "text" when absent. */
  type?: "text" | "email";
  value: string;
  autoComplete: string;
  inputMode?: "text" | "email" | "numeric" | "decimal" | "tel";
  maxLength: number;
  error?: string;
}

/** A text of one line that has to be filled in. */
export const StorefrontField = ({ name, label, value, error, ...rest }: StorefrontFieldProps) => (
  <LabeledField name={name} label={label} error={error}>
    {(input) => <input type="text" {...rest} {...input} defaultValue={value} />}
  </LabeledField>
);

interface StorefrontTextProps {
  name: string;
  label: string;
  value: string;
  maxLength: number;
  isOptional?: boolean;
}

/** A text of several lines. */
export const StorefrontText = ({ value, maxLength, ...field }: StorefrontTextProps) => (
  <LabeledField {...field}>
    {(input) => <textarea {...input} rows={4} maxLength={maxLength} defaultValue={value} />}
  </LabeledField>
);

/** A choice of one of a few. */
export function StorefrontChoice(props: {
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  error?: string;
}) {
  const { name, label, value, options, error } = props;
  const errorId = `backroom-${name}-error`;
  return (
    <fieldset className="backroom-field" aria-describedby={error ? errorId : undefined}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="backroom-choice">
          <input
            type="radio"
            name={name}
            value={option.value}
            defaultChecked={option.value === value}
            required
          />{" "}
          {option.label}
        </label>
      ))}
      {error && (
        <p className="backroom-error" id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface StorefrontFileProps {
  name: string;
  label: string;
  /** The media types that it takes. */
  types: readonly string[];
  maxMegabytes: number;
  /** Below the label. */
  help?: string;
  error?: string;
  isOptional?: boolean;
}

/** The names of media types: "JPG, PNG or PDF". */
const namesOf = (types: readonly string[]): string => {
  const names = types.map((type) =>
    type === "image/jpeg" ? "JPG" : type.replace(/^.*\//, "").toUpperCase(),
  );
  return names.join(", ").replace(/, (?=[^,]*$)/, " or ");
};

/** A file. Put it after all other fields of its form: `readUpload` keeps what is before a file that is too large. */
export const StorefrontFile = ({ types, maxMegabytes, ...field }: StorefrontFileProps) => (
  <LabeledField {...field}>
    {(input) => (
      <input
        {...input}
        type="file"
        accept={types.join(",")}
        data-max-bytes={maxMegabytes * 1024 * 1024}
        data-wrong-type={`This file can't be used. Choose a ${namesOf(types)}.`}
        data-too-large={`This file is larger than ${maxMegabytes} MB. Choose a smaller one.`}
      />
    )}
  </LabeledField>
);
