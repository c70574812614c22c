import { useId, useState } from "react";
import styles from "./EmailDomainsDialog.module.css";

interface DomainInputProps {
  label: string;
  text: string;
  /** Shown after the field was left. */
  problem?: string;
  onText(text: string): void;
}

/** The editable cell of a domain. */
export function DomainInput({ label, text, problem, onText }: DomainInputProps) {
  const [wasLeft, setLeft] = useState(false);
  const problemId = useId();
  const isShown = wasLeft && problem !== undefined;
  return (
    <div className={styles.cell}>
      <input
        data-domain
        className={styles.input}
        aria-label={label}
        aria-invalid={isShown}
        aria-describedby={isShown ? problemId : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        placeholder="uni.example"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onBlur={() => setLeft(true)}
      />
      {isShown && (
        <span id={problemId} className={styles.problem}>
          {problem}
        </span>
      )}
    </div>
  );
}
