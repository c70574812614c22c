import { useState } from "react";
import { CellInput } from "~/ui/list/CellInput";
import styles from "./EmailDomainsDialog.module.css";

interface DomainInputProps {
  label: string;
  text: string;
  /** Shown after the field was left. */
  problem?: string;
  readOnly: boolean;
  onText(text: string): void;
}

/** The editable cell of a domain. */
export function DomainInput({ label, text, problem, readOnly, onText }: DomainInputProps) {
  const [wasLeft, setLeft] = useState(false);
  return (
    <div className={styles.cell}>
      <CellInput
        data-domain
        aria-label={label}
        isChanged={false}
        problem={wasLeft ? problem : undefined}
        spellCheck={false}
        maxLength={254}
        readOnly={readOnly}
        placeholder="uni.example"
        value={text}
        onChange={({ target }) => onText(target.value)}
        onBlur={() => setLeft(true)}
      />
    </div>
  );
}
