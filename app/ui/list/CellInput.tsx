import { type InputHTMLAttributes, useId } from "react";
import styles from "./CellInput.module.css";

interface CellInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "className"> {
  /** Differs from what is stored. */
  isChanged: boolean;
  /** What is wrong with the value, as a sentence. */
  problem?: string;
}

/** An editable cell of a grid. HTML without Polaris's components, because a grid has hundreds of them. */
export function CellInput({ isChanged, problem, ...input }: CellInputProps) {
  const problemId = useId();
  return (
    <>
      <input
        {...input}
        className={styles.input}
        data-changed={isChanged || undefined}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && problemId}
        autoComplete="off"
      />
      {problem && (
        <span id={problemId} className={styles.problem}>
          {problem}
        </span>
      )}
    </>
  );
}
