/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import { type Act, callApi, type Notice, type Registration } from "./api.ts";

interface RegistrationSectionProps {
  customerId: string;
  registration: Registration;
  isBusy: boolean;
  act: Act;
}

/** A registration with its status, and the buttons that the server allows. */
export function RegistrationSection({ customerId, registration, isBusy, act }: RegistrationSectionProps) {
  const { noun, status, moves, mayAsk, question } = registration;
  const [isAsking, setAsking] = useState(false);
  const move = (label: string, addTag: string) => act(() => decide(customerId, registration, label, addTag));
  return (
    <s-stack gap="small">
      <s-stack direction="inline" gap="small" alignItems="center">
        <s-heading>Registration as a {noun}</s-heading>
        <s-badge>{status}</s-badge>
      </s-stack>
      {question && (
        <s-text>
          {question.by} asked: {question.text} {question.isAnswered ? "(Answered)" : "(Not answered yet)"}
        </s-text>
      )}
      <s-stack direction="inline" gap="small">
        {moves.map(({ label, addTag }) => (
          <s-button
            key={addTag}
            variant={label === "Approve" ? "primary" : "secondary"}
            disabled={isBusy}
            onClick={() => void move(label, addTag)}
          >
            {label}
          </s-button>
        ))}
        {mayAsk && !isAsking && (
          <s-button disabled={isBusy} onClick={() => setAsking(true)}>
            Ask
          </s-button>
        )}
      </s-stack>
      {mayAsk && isAsking && (
        <AskForm
          isBusy={isBusy}
          cancel={() => setAsking(false)}
          ask={(text, operationId) => act(() => ask(customerId, registration, text, operationId))}
        />
      )}
    </s-stack>
  );
}

interface AskFormProps {
  isBusy: boolean;
  cancel: () => void;
  ask: (text: string, operationId: string) => Promise<void>;
}

function AskForm({ isBusy, cancel, ask }: AskFormProps) {
  const [text, setText] = useState("");
  // Sending it again, after no answer came, asks once.
  const [operationId] = useState(() => crypto.randomUUID());
  return (
    <s-stack gap="small">
      <s-text-area label="Question" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <s-stack direction="inline" gap="small">
        <s-button
          variant="primary"
          disabled={isBusy || text.trim() === ""}
          onClick={() => void ask(text, operationId)}
        >
          Send the question
        </s-button>
        <s-button disabled={isBusy} onClick={cancel}>
          Cancel
        </s-button>
      </s-stack>
    </s-stack>
  );
}

/** Moves a registration, without a reason or an email of its own for a rejection. */
async function decide(
  customerId: string,
  { registration, statusTag }: Registration,
  label: string,
  addTag: string,
): Promise<Notice> {
  const { decisionId } = await callApi<{ decisionId: string }>("PUT", "/customers", {
    ids: { id: customerId },
    removeTag: statusTag,
    addTag,
    registration,
    operationId: crypto.randomUUID(),
  });
  return {
    tone: "success",
    text:
      label === "Approve"
        ? "Approved."
        : "Rejected, without a reason. To send one, undo it and use Backroom.",
    async undo() {
      await callApi("POST", `/decisions/${decisionId}/undo`, { operationId: crypto.randomUUID() });
      return { tone: "success", text: "The decision was undone." };
    },
  };
}

async function ask(
  customerId: string,
  { registration }: Registration,
  text: string,
  operationId: string,
): Promise<Notice> {
  const { questionId } = await callApi<{ questionId: string }>("POST", "/questions", {
    ids: { id: customerId },
    text,
    registration,
    operationId,
  });
  return {
    tone: "success",
    text: "The question is on its way by email.",
    async undo() {
      const { mail } = await callApi<{ mail?: string | null }>(
        "POST",
        `/questions/${questionId}/withdraw`,
        {},
      );
      return {
        tone: "success",
        text: `The question was withdrawn.${mail === "sent" ? " Its email was already sent." : ""}`,
      };
    },
  };
}
