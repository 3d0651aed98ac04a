import { createHttpClient, takeKey } from '@rook/client';
import { succeed, type Result, type Workbench } from '@rook/contract';

/** The engine behind the server that this page came from. The token in the address becomes a key that the page keeps. */
export async function connect(): Promise<Result<Workbench>> {
  const key = await takeKey({
    fragment: location.hash,
    forgetFragment: () => history.replaceState(null, '', location.pathname),
    storage: sessionStorage,
  });
  return key.ok ? succeed(createHttpClient({ baseUrl: '', key: () => key.value })) : key;
}
