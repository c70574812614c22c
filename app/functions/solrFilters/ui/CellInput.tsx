import styles from "./CellInput.module.css";

interface CellInputProps {
  label: string;
  value: string;
  isChanged: boolean;
  maxLength?: number;
  inputMode?: "numeric";
  onValue(value: string): void;
  onBlur?(): void;
}

/** An editable cell of a grid. Not Polaris's field: a grid can have two thousand of them. */
export function CellInput({ label, isChanged, onValue, ...input }: CellInputProps) {
  return (
    <input
      className={styles.input}
      data-changed={isChanged || undefined}
      aria-label={label}
      autoComplete="off"
      onChange={(event) => onValue(event.target.value)}
      {...input}
    />
  );
}
