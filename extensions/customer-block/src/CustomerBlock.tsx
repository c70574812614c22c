/** @jsxImportSource preact */
import type { Api } from "@shopify/ui-extensions/admin.customer-details.block.render";
import { render } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import { type Act, type Block, callApi, type Notice, Refused } from "./api.ts";
import { CreditSection } from "./CreditSection.tsx";
import { RegistrationSection } from "./RegistrationSection.tsx";

declare const shopify: Api;

/** Shopify runs this to show the block. */
export default async function extension(): Promise<void> {
  render(<CustomerBlock id={shopify.data.selected[0]?.id.split("/").at(-1) ?? ""} />, document.body);
}

/** A customer's registrations, store credit and requests. The server says what is shown, and what the person may do. */
function CustomerBlock({ id }: { id: string }) {
  const [block, setBlock] = useState<Block | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  /** Why the customer couldn't be read. It hides no notice of a change. */
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const load = useCallback(async () => {
    try {
      setBlock(await callApi<Block>("GET", `/customer/${id}/block`));
      setProblem(null);
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  }, [id]);
  useEffect(() => {
    void load();
  }, [load]);

  const act: Act = async (change) => {
    setBusy(true);
    setNotice(null);
    let isMade = false;
    try {
      setNotice(await change());
      isMade = true;
    } catch (error) {
      setNotice({ tone: "critical", text: sentenceOf(error) });
    }
    await load();
    setBusy(false);
    return isMade;
  };

  return (
    <s-admin-block heading="Backroom">
      <s-stack gap="base">
        {notice && <NoticeBanner notice={notice} isBusy={isBusy} act={act} />}
        {problem && <NoticeBanner notice={{ tone: "critical", text: problem }} isBusy={isBusy} act={act} />}
        {!block && !problem && <s-spinner accessibilityLabel="Loading" />}
        {block?.registrations.map((registration) => (
          <RegistrationSection
            key={registration.registration}
            customerId={id}
            registration={registration}
            reasons={block.rejectReasons}
            isBusy={isBusy}
            act={act}
          />
        ))}
        {block?.credit && <CreditSection customerId={id} credit={block.credit} isBusy={isBusy} act={act} />}
        {block && block.requests.length > 0 && (
          <s-stack gap="small">
            <s-heading>Requests</s-heading>
            {block.requests.map((request) => (
              <s-text key={request.id}>
                {request.title}: {request.status}
              </s-text>
            ))}
          </s-stack>
        )}
        {block && <s-link href={`app:customers?id=${id}`}>Open in Backroom</s-link>}
      </s-stack>
    </s-admin-block>
  );
}

function NoticeBanner({ notice, isBusy, act }: { notice: Notice; isBusy: boolean; act: Act }) {
  const { undo } = notice;
  return (
    <s-banner tone={notice.tone}>
      <s-text>{notice.text}</s-text>
      {undo && (
        <s-button disabled={isBusy} onClick={() => void act(undo)}>
          Undo
        </s-button>
      )}
    </s-banner>
  );
}

/** @throws what isn't a refusal: a fault of the block */
function sentenceOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  throw error;
}
