interface StorefrontFileProps {
  name: string;
  label: string;
  /** The media types that it takes. */
  types: readonly string[];
  maxMegabytes: number;
  error?: string;
  isOptional?: boolean;
}

/**
 * Refuses a file that is too large as soon as it is chosen, so that no visitor waits for its upload. Without JavaScript the server refuses it.
 * It has no braces, because Shopify would run them as Liquid.
 */
const CHECK_SIZE =
  "document.currentScript.previousElementSibling.addEventListener('change', event => (event.target.setCustomValidity([...event.target.files].some(file => file.size > event.target.dataset.maxBytes) ? event.target.dataset.tooLarge : ''), event.target.reportValidity()))";

/** A file. Put it after all other fields of its form: `readUpload` keeps what is before a file that is too large. */
export function StorefrontFile({
  name,
  label,
  types,
  maxMegabytes,
  error,
  isOptional = false,
}: StorefrontFileProps) {
  const id = `backroom-${name}`;
  return (
    <div className="backroom-field">
      <label htmlFor={id}>
        {label}
        {isOptional && " (optional)"}
      </label>
      <input
        id={id}
        name={name}
        type="file"
        accept={types.join(",")}
        required={!isOptional}
        data-max-bytes={maxMegabytes * 1024 * 1024}
        data-too-large={`This file is larger than ${maxMegabytes} MB. Choose a smaller one.`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {/* A constant of this file. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the script. */}
      <script dangerouslySetInnerHTML={{ __html: CHECK_SIZE }} />
      {error && (
        <p className="backroom-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
