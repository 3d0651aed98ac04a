import type { Following, Workbench, WorkbenchEvent } from '@rook/contract';

/**
 * The same workbench with one stream for a page: a browser lets six be open to one server, over all tabs. What the stream
 * of a session tells about the list is told to who follows the list; a stream of the list alone is open only while no session is followed.
 */
export function shareStreams(workbench: Workbench): Workbench {
  const lists = new Set<Channel>();
  let sessions = 0;
  let own: Following | null = null;

  const tell = (event: WorkbenchEvent): void => {
    for (const list of lists) list.push(event);
  };

  async function pump(following: Following): Promise<void> {
    for await (const event of following.events) tell(event);
  }

  function settle(): void {
    const isWanted = lists.size > 0 && sessions === 0;
    if (isWanted && own === null) {
      own = workbench.follow({ session: null, after: -1 });
      void pump(own);
      // What happened between two streams was told by neither.
      tell({ type: 'sessions_changed' });
    }
    if (!isWanted) own?.stop();
    if (!isWanted) own = null;
  }

  function followList(): Following {
    const channel = createChannel();
    lists.add(channel);
    settle();
    return {
      events: channel.events(),
      stop: () => {
        lists.delete(channel);
        channel.end();
        settle();
      },
    };
  }

  function followSession(following: Following): Following {
    sessions += 1;
    settle();
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      sessions -= 1;
      settle();
    };
    async function* events(): AsyncGenerator<WorkbenchEvent> {
      try {
        for await (const event of following.events) {
          if (event.type === 'sessions_changed' || event.type === 'link') tell(event);
          yield event;
        }
      } finally {
        end();
      }
    }
    return {
      events: events(),
      stop: () => {
        following.stop();
        end();
      },
    };
  }

  return {
    call: async (name, input) => workbench.call(name, input),
    readBlob: async (hash, part) => workbench.readBlob(hash, part),
    keepBlob: async (bytes) => workbench.keepBlob(bytes),
    follow: (wish) => (wish.session === null ? followList() : followSession(workbench.follow(wish))),
  };
}

interface Channel {
  push(event: WorkbenchEvent): void;
  end(): void;
  events(): AsyncGenerator<WorkbenchEvent>;
}

function createChannel(): Channel {
  const waiting: WorkbenchEvent[] = [];
  let isEnded = false;
  let wake: (() => void) | null = null;
  return {
    push: (event) => {
      waiting.push(event);
      wake?.();
    },
    end: () => {
      isEnded = true;
      wake?.();
    },
    events: async function* () {
      for (;;) {
        if (isEnded) return;
        const event = waiting.shift();
        if (event !== undefined) {
          yield event;
          continue;
        }
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await promise;
      }
    },
  };
}
