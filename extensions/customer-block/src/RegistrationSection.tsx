/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import { type Act, callApi, type Notice, type Registration, type RejectReason } from "./api.ts";
import { RejectForm, type Rejection } from "./RejectForm.tsx";

interface RegistrationSectionProps {
  customerId: string;
  registration: Registration;
  reasons: readonly RejectReason[];
  isBusy: boolean;
  act: Act;
}

/** What a move does that needs nothing else. The other one opens its form. */
const APPROVE = "Approve";

/** A registration with its status, and the buttons that the server allows. */
export function RegistrationSection(props: RegistrationSectionProps) {
  const { customerId, registration, reasons, isBusy, act } = props;
  const { noun, status, moves, mayAsk, question } = registration;
  const [isAsking, setAsking] = useState(false);
  /** The tag of the rejection whose form is open. */
  const [rejectTag, setRejectTag] = useState<string | null>(null);
  const move = async (addTag: string, rejection?: Rejection) => {
    const isMade = await act(() => decide(customerId, registration, addTag, rejection));
    if (isMade) setRejectTag(null);
  };
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
            variant={label === APPROVE ? "primary" : "secondary"}
            disabled={isBusy}
            onClick={() => (label === APPROVE ? void move(addTag) : setRejectTag(addTag))}
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
      {rejectTag !== null && moves.some(({ addTag }) => addTag === rejectTag) && (
        <RejectForm
          reasons={reasons}
          isBusy={isBusy}
          cancel={() => setRejectTag(null)}
          reject={(rejection) => void move(rejectTag, rejection)}
        />
      )}
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
  ask: (text: string, operationId: string) => Promise<unknown>;
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

/** What a decision answers. */
interface Decided {
  decisionId: string;
  /** What became of the email to the customer. */
  mails?: { own: "queued" | "no address" | "blocked" | null };
}

const MAIL_TEXTS = {
  queued: " The customer gets an email.",
  "no address": " No email was sent: the customer has no email address.",
  blocked: " No email was sent: the customer's address is blocked.",
};

async function decide(
  customerId: string,
  { registration, statusTag }: Registration,
  addTag: string,
  rejection?: Rejection,
): Promise<Notice> {
  const { decisionId, mails } = await callApi<Decided>("PUT", "/customers", {
    ids: { id: customerId },
    removeTag: statusTag,
    addTag,
    registration,
    ...rejection,
    operationId: crypto.randomUUID(),
  });
  return {
    tone: "success",
    text: `${rejection ? "Rejected." : "Approved."}${mails?.own ? MAIL_TEXTS[mails.own] : ""}`,
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
