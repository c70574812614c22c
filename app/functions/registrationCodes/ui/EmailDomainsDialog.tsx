import { BlockStack, Button, Checkbox, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { emailDomainProblem, MAX_EMAIL_DOMAINS, normalizedDomains } from "~/domain/codes/email-domains";
import { FormDialog } from "~/ui/form/FormDialog";
import { CLOSES_AFTER_MS } from "../messages";
import type { CodeRow } from "./code-row";
import { DomainInput } from "./DomainInput";
import styles from "./EmailDomainsDialog.module.css";

interface DomainRow {
  key: number;
  text: string;
  isSelected: boolean;
}

/** Changes which domains of email addresses can use a code. Render it while it is open. */
export default function EmailDomainsDialog({ code, onClose }: { code: CodeRow; onClose(): void }) {
  const [rows, setRows] = useState<DomainRow[]>(() =>
    code.emailDomains.map((text, key) => ({ key, text, isSelected: false })),
  );
  const [nextKey, setNextKey] = useState(rows.length);
  const list = useRef<HTMLDivElement>(null);
  const change = (key: number, changes: Partial<DomainRow>) =>
    setRows((all) => all.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  const domains = normalizedDomains(rows.map(({ text }) => text));
  const hasProblem = rows.some(({ text }) => emailDomainProblem(text) !== undefined);
  const isSame = JSON.stringify(domains) === JSON.stringify(code.emailDomains);
  const selected = rows.filter(({ isSelected }) => isSelected).length;
  const wasAdded = nextKey > code.emailDomains.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row gets the focus
  useEffect(() => {
    if (wasAdded)
      [...(list.current?.querySelectorAll<HTMLInputElement>("input[data-domain]") ?? [])].at(-1)?.focus();
  }, [nextKey]);

  return (
    <FormDialog
      title="Email Domains List"
      submitLabel="Save"
      incomplete={hasProblem || isSame}
      hidden={{
        intent: "emailDomains",
        id: code.id,
        version: String(code.version),
        emailDomains: JSON.stringify(domains),
      }}
      closesAfterMs={CLOSES_AFTER_MS}
      onClose={onClose}
    >
      <Text as="p">
        {rows.length === 0
          ? `Any email address can use ${code.registrationCode}. Add a domain to allow only its addresses.`
          : `Only addresses of these domains can use ${code.registrationCode}. On saving, each domain is kept once, in alphabetical order.`}
      </Text>
      <InlineStack gap="200">
        <Button
          disabled={rows.length >= MAX_EMAIL_DOMAINS}
          onClick={() => {
            setRows([...rows, { key: nextKey, text: "", isSelected: false }]);
            setNextKey(nextKey + 1);
          }}
        >
          Add domain
        </Button>
        <Button
          disabled={selected === 0}
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
                onText={(text) => change(row.key, { text })}
              />
            </div>
          ))}
        </BlockStack>
      </div>
    </FormDialog>
  );
}
