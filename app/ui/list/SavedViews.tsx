import { useNavigate } from "@remix-run/react";
import { ActionList, Button, Popover } from "@shopify/polaris";
import { Suspense, useState } from "react";
import { lazyPart } from "../lazy-part";
import { useCall } from "../useCall";
import { shownView, viewQuery } from "./address";
import type { SavedView } from "./types";

const ViewNameModal = lazyPart(() => import("./ViewNameModal"));
const ConfirmModal = lazyPart(() => import("../ConfirmModal"));

const ACTION = "/views";

/** What the person is about to do with a view. */
type Step = { kind: "save" } | { kind: "rename"; view: SavedView } | { kind: "delete"; view: SavedView };

interface SavedViewsProps {
  /** The name of the list. */
  list: string;
  /** What is shown now, as the query of the address. */
  search: string;
  views: readonly SavedView[];
}

/** The menu of a list's saved views: open one, save what is shown now, rename or delete the one that is shown. */
export default function SavedViews({ list, search, views }: SavedViewsProps) {
  const navigate = useNavigate();
  const { run } = useCall();
  const [isOpen, setOpen] = useState(false);
  const [step, setStep] = useState<Step | null>(null);
  const found = shownView(search, views);
  const shown = found?.view;
  const done = () => setStep(null);
  const choose = (next: Step) => () => {
    setOpen(false);
    setStep(next);
  };

  return (
    <>
      <Popover
        active={isOpen}
        onClose={() => setOpen(false)}
        activator={
          <Button disclosure onClick={() => setOpen(!isOpen)}>
            {shown ? `View: ${shown.name}` : "Views"}
          </Button>
        }
      >
        <ActionList
          actionRole="menuitem"
          sections={[
            {
              items: views.map((view) => ({
                content: view.name,
                active: view === shown,
                onAction: () => {
                  setOpen(false);
                  navigate(`?${view.query}`);
                },
              })),
            },
            {
              items: [
                ...(found?.isExact
                  ? []
                  : [{ content: "Save as a view", onAction: choose({ kind: "save" }) }]),
                ...(shown
                  ? [
                      { content: "Rename this view", onAction: choose({ kind: "rename", view: shown }) },
                      {
                        content: "Delete this view",
                        destructive: true,
                        onAction: choose({ kind: "delete", view: shown }),
                      },
                    ]
                  : []),
              ],
            },
          ]}
        />
      </Popover>
      <Suspense>
        {(step?.kind === "save" || step?.kind === "rename") && (
          <ViewNameModal
            initialName={step.kind === "rename" ? step.view.name : ""}
            takenNames={views.map((view) => view.name)}
            action={ACTION}
            call={
              step.kind === "rename"
                ? { call: "views.rename", input: { id: step.view.id } }
                : { call: "views.save", input: { list, query: viewQuery(search) } }
            }
            onClose={done}
          />
        )}
        {step?.kind === "delete" && (
          <ConfirmModal
            title={`Delete the view "${step.view.name}"?`}
            confirmLabel="Delete view"
            destructive
            onClose={done}
            onConfirm={() => {
              run({ call: "views.remove", input: { id: step.view.id } }, ACTION);
              done();
            }}
          >
            The list itself stays as it is.
          </ConfirmModal>
        )}
      </Suspense>
    </>
  );
}
