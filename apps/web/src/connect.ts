import { askPageAddress, createHttpClient, takeKey } from '@rook/client';
import { succeed, type Result, type Workbench } from '@rook/contract';

export interface Connected {
  readonly workbench: Workbench;
  /** Where another page of the workbench can be opened, once. */
  readonly askAddress: (place: string) => Promise<Result<string>>;
}

/** The engine behind the server that this page came from. The token in the address becomes a key that the page keeps. */
export async function connect(): Promise<Result<Connected>> {
  const key = await takeKey({
    fragment: location.hash,
    forgetFragment: (rest) => history.replaceState(null, '', location.pathname + rest),
    storage: sessionStorage,
  });
  if (!key.ok) return key;
  const way = { baseUrl: '', key: () => key.value };
  return succeed({
    workbench: createHttpClient(way),
    askAddress: async (place) => askPageAddress(way, place),
  });
}
