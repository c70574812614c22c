/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import { type Act, type Block, callApi } from "./api.ts";

interface CreditSectionProps {
  customerId: string;
  credit: NonNullable<Block["credit"]>;
  isBusy: boolean;
  act: Act;
}

/** What a posting of credit answers. */
interface Posted {
  /** False when no credit was changed. */
  status: boolean;
  msg: string;
  /** Nothing was posted, because this has to be confirmed. */
  repetition?: object;
}

/** The store credit of a customer, and the form that issues more. */
export function CreditSection({ customerId, credit, isBusy, act }: CreditSectionProps) {
  const [amount, setAmount] = useState("");
  const [reference, setReference] = useState("");
  // Sending it again, after no answer came, issues once.
  const [operationId, setOperationId] = useState(() => crypto.randomUUID());
  const [question, setQuestion] = useState<string | null>(null);
  // The question is about what was sent.
  const change = (set: (value: string) => void, value: string) => {
    set(value);
    setQuestion(null);
  };

  const issue = (onRepeat: "ask" | "post") =>
    act(async () => {
      const body = { ids: customerId, amount, reference, operationId, onRepeat };
      const answer = await callApi<Posted>("POST", "/credits/issueCredits", body);
      setQuestion(answer.repetition ? answer.msg : null);
      if (answer.repetition) return { tone: "critical", text: "Nothing was issued yet." };
      // What was refused can be corrected and sent again.
      setOperationId(crypto.randomUUID());
      if (!answer.status) return { tone: "critical", text: answer.msg };
      setAmount("");
      setReference("");
      return { tone: "success", text: answer.msg };
    });

  return (
    <s-stack gap="small">
      <s-heading>Store credit: {credit.balance}</s-heading>
      {credit.inProgress && <s-text>{credit.inProgress} is on its way.</s-text>}
      <s-money-field
        label="Amount"
        value={amount}
        onInput={(event) => change(setAmount, event.currentTarget.value)}
      />
      <s-text-field
        label="Reference"
        value={reference}
        onInput={(event) => change(setReference, event.currentTarget.value)}
      />
      {question && <s-text>{question}</s-text>}
      <s-button
        disabled={isBusy || amount === "" || reference.trim() === ""}
        onClick={() => void issue(question ? "post" : "ask")}
      >
        {question ? "Issue anyway" : "Issue"}
      </s-button>
    </s-stack>
  );
}
