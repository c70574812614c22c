import { BlockStack, Button, Checkbox, FormLayout, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { emailDomainProblem, MAX_EMAIL_DOMAINS, normalizedDomains } from "~/domain/codes/code-tags";
import { FormDialog } from "~/ui/form/FormDialog";
import { useForm } from "~/ui/form/form-context";
import { StoredList } from "~/ui/form/StoredList";
import { CellInput } from "~/ui/list/CellInput";
import { codeCall } from "../function";
import { CLOSES_AFTER_MS } from "../messages";
import type { CodeRow } from "../schemas";
import styles from "./EmailDomainsDialog.module.css";

interface DomainRow {
  key: number;
  text: string;
  isSelected: boolean;
}

/** Changes which domains of email addresses can use a code. Render it while it is open, with the code as the list has it now. */
export default function EmailDomainsDialog({ code, onClose }: { code: CodeRow; onClose(): void }) {
  const [opened] = useState(code.emailDomains);
  const [rows, setRows] = useState<DomainRow[]>(() =>
    opened.map((text, key) => ({ key, text, isSelected: false })),
  );
  const domains = normalizedDomains(rows.map(({ text }) => text));
  const hasProblem = rows.some(({ text }) => emailDomainProblem(text) !== undefined);
  const isSame = JSON.stringify(domains) === JSON.stringify(opened);
  return (
    <FormDialog
      title="Email Domains List"
      submitLabel="Save"
      incomplete={hasProblem || isSame}
      call={codeCall("registrationCodes.updateEmailDomains", {
        id: code.id,
        version: code.version,
        emailDomains: domains,
      })}
      closesAfterMs={CLOSES_AFTER_MS}
      onClose={onClose}
    >
      <Text as="p">
        {domains.length === 0
          ? `Any email address can use ${code.registrationCode}. Add a domain to allow only its addresses.`
          : `Only addresses of these domains can use ${code.registrationCode}. On saving, each domain is kept once, in alphabetical order.`}
      </Text>
      <StoredList items={code.emailDomains.map((domain) => ({ id: domain, text: domain }))} />
      <DomainRows rows={rows} onChange={setRows} />
    </FormDialog>
  );
}

interface DomainRowsProps {
  rows: readonly DomainRow[];
  onChange(rows: DomainRow[]): void;
}

function DomainRows({ rows, onChange }: DomainRowsProps) {
  const { busy } = useForm();
  const [firstNewKey] = useState(rows.length);
  const [nextKey, setNextKey] = useState(firstNewKey);
  const list = useRef<HTMLDivElement>(null);
  const setRows = (changed: DomainRow[]) => !busy && onChange(changed);
  const change = (key: number, changes: Partial<DomainRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  const selected = rows.filter(({ isSelected }) => isSelected).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row gets the focus
  useEffect(() => {
    if (nextKey > firstNewKey)
      [...(list.current?.querySelectorAll<HTMLInputElement>("input[data-domain]") ?? [])].at(-1)?.focus();
  }, [nextKey]);
  return (
    <FormLayout>
      <InlineStack gap="200">
        <Button
          disabled={busy || rows.length >= MAX_EMAIL_DOMAINS}
          onClick={() => {
            setRows([...rows, { key: nextKey, text: "", isSelected: false }]);
            setNextKey(nextKey + 1);
          }}
        >
          Add domain
        </Button>
        <Button
          disabled={busy || selected === 0}
          onClick={() => setRows(rows.filter(({ isSelected }) => !isSelected))}
        >
          Delete selected
        </Button>
      </InlineStack>
      <div ref={list} className={styles.rows}>
        {rows.length > 1 && (
          <Checkbox
            label={selected > 0 ? `${selected} selected` : "Select all"}
            checked={selected === rows.length ? true : selected > 0 ? "indeterminate" : false}
            onChange={(isSelected) => setRows(rows.map((row) => ({ ...row, isSelected })))}
          />
        )}
        <BlockStack>
          {rows.map((row, index) => (
            <div key={row.key} className={styles.row}>
              <Checkbox
                label={`Select ${row.text || `domain ${index + 1}`}`}
                labelHidden
                checked={row.isSelected}
                onChange={(isSelected) => change(row.key, { isSelected })}
              />
              <DomainInput
                label={`Domain ${index + 1}`}
                text={row.text}
                problem={emailDomainProblem(row.text)}
                readOnly={busy}
                onText={(text) => change(row.key, { text })}
              />
            </div>
          ))}
        </BlockStack>
      </div>
    </FormLayout>
  );
}

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
