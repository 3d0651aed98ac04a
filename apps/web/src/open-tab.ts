import { fail, rookError, type Result, succeed } from '@rook/contract';

/** Opens a tab at an address that is still to be asked for. A browser lets a tab open only while the click is fresh, so it is there first. */
export async function openTab(address: Promise<Result<string>>): Promise<Result<void>> {
  const tab = open('', '_blank');
  const asked = await address;
  if (tab === null) return fail(rookError('cancelled', 'The browser does not let this page open a tab.'));
  if (!asked.ok) {
    tab.close();
    return asked;
  }
  tab.opener = null;
  tab.location.replace(asked.value);
  return succeed(undefined);
}
