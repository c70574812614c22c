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
export function StorefrontFile({
  name,
  label,
  types,
  maxMegabytes,
  help,
  error,
  isOptional = false,
}: StorefrontFileProps) {
  const id = `backroom-${name}`;
  return (
    <div className="backroom-field">
      <label htmlFor={id}>
        {label}
        {isOptional && " (optional)"}
        {help && <small>{help}</small>}
      </label>
      <input
        id={id}
        name={name}
        type="file"
        accept={types.join(",")}
        required={!isOptional}
        data-max-bytes={maxMegabytes * 1024 * 1024}
        data-wrong-type={`This file can't be used. Choose a ${namesOf(types)}.`}
        data-too-large={`This file is larger than ${maxMegabytes} MB. Choose a smaller one.`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error && (
        <p className="backroom-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
