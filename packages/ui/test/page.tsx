import { Tooltip } from '@base-ui/react/tooltip';
import { messageIdSchema, rookError, type ErrorCode, type WorkbenchEvent } from '@rook/contract';
import { createRoot } from 'react-dom/client';

import { ApprovalList } from '../src/approvals/approval-list.tsx';
import { ConversationView } from '../src/conversation/conversation-view.tsx';
import { TodoPanel } from '../src/conversation/todo-panel.tsx';
import { DiffView } from '../src/diff/diff-view.tsx';
import { MarkdownView } from '../src/markdown/markdown-view.tsx';
import { createSessionStore } from '../src/state/session-store.ts';
import { createFakeWorkbench } from './fake-workbench.ts';
import { messageId, SESSION, turnId, type SampleDraft } from './sample-entries.ts';

/** What a test in a browser can do with the views. */
export interface TestPage {
  showSession(drafts: readonly SampleDraft[], isNew?: boolean): void;
  showPanels(drafts: readonly SampleDraft[]): void;
  showMarkdown(text: string, isStreaming?: boolean): void;
  showDiff(diff: string, layout: 'inline' | 'split'): void;
  /** A renderer as it must not be. */
  showUnsafe(html: string): void;
  write(drafts: readonly SampleDraft[]): void;
  tell(events: readonly WorkbenchEvent[]): void;
  calls(name: string): readonly unknown[];
  composed(): readonly string[];
  send(text: string, id: string): void;
  /** The next message is refused. */
  refuseNext(code: ErrorCode, message: string): void;
  /** A session of so many turns like the first one. */
  showMany(template: readonly SampleDraft[], count: number): void;
}

declare global {
  var page: TestPage;
}

const place = document.getElementById('workbench') ?? document.body;
let workbench = createFakeWorkbench();
let store = createSessionStore(workbench, null, () => undefined);
const composed: string[] = [];
let root = createRoot(place);

function begin(drafts: readonly SampleDraft[], isNew = false): void {
  root.unmount();
  root = createRoot(place);
  store.dispose();
  composed.length = 0;
  workbench = createFakeWorkbench(drafts);
  store = createSessionStore(workbench, isNew ? null : SESSION, () => undefined);
}

globalThis.page = {
  showSession: (drafts, isNew = false) => {
    begin(drafts, isNew);
    root.render(
      <Tooltip.Provider>
        <main style={{ height: '100vh', display: 'flex', flexDirection: 'column' }}>
          <h1 className="visually-hidden">Session</h1>
          <ConversationView
            store={store}
            workbench={workbench}
            about={null}
            compose={(said) =>
              void composed.push(typeof said === 'string' ? said : (said.question?.text ?? ''))
            }
          />
        </main>
      </Tooltip.Provider>,
    );
  },
  showPanels: (drafts) => {
    begin(drafts);
    root.render(
      <main style={{ height: '100vh', overflow: 'auto' }}>
        <h1 className="visually-hidden">Panels</h1>
        <h2 className="visually-hidden">Open</h2>
        <ApprovalList store={store} />
        <TodoPanel store={store} />
      </main>,
    );
  },
  showMarkdown: (text, isStreaming = false) =>
    root.render(
      <main style={{ height: '100vh', overflow: 'auto', padding: 24 }}>
        <h1>Answer</h1>
        <h2 className="visually-hidden">Turn</h2>
        <MarkdownView text={text} isStreaming={isStreaming} />
      </main>,
    ),
  showDiff: (diff, layout) =>
    root.render(
      <main style={{ padding: 24 }}>
        <h1>Diff</h1>
        <DiffView key={layout} diff={diff} layout={layout} />
      </main>,
    ),
  showUnsafe: (html) => root.render(<main dangerouslySetInnerHTML={{ __html: html }} />),
  write: (drafts) => void workbench.write(drafts),
  tell: (events) => {
    for (const event of events) workbench.tell(event);
  },
  calls: (name) => workbench.calls.filter((call) => call.name === name).map(({ input }) => input),
  composed: () => composed,
  send: (text, id) => void store.send({ type: 'message_send', message_id: messageIdSchema.parse(id), text }),
  refuseNext: (code, message) => workbench.failNext('session_send', rookError(code, message)),
  showMany: (template, count) => globalThis.page.showSession(repeatTurn(template, count)),
};

function repeatTurn(template: readonly SampleDraft[], count: number): readonly SampleDraft[] {
  return Array.from({ length: count }, (_, index) => {
    const turn = turnId(index + 1);
    return template.map((draft): SampleDraft => {
      const text = { text: `Question ${index + 1}` };
      return {
        ...draft,
        ...('turn_id' in draft ? { turn_id: turn } : {}),
        ...('message_id' in draft ? { message_id: messageId(index + 1) } : {}),
        ...(draft.event_type === 'message_admitted' ? text : {}),
        ...(draft.event_type === 'turn' ? { user: text } : {}),
      };
    });
  }).flat();
}
