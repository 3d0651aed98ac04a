import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { JSX, ReactNode } from 'react';

interface Tab {
  readonly name: string;
  readonly label: ReactNode;
  readonly panel: ReactNode;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly choose: (name: string) => void;
  readonly className?: string;
}

export function Tabs({ label, tabs, chosen, choose, className }: TabsProps): JSX.Element {
  return (
    <BaseTabs.Root
      className={`tabs ${className ?? ''}`}
      value={chosen}
      onValueChange={(value) => choose(String(value))}
    >
      <BaseTabs.List className="tab-list" aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <BaseTabs.Tab key={tab.name} value={tab.name} className="tab">
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.name} value={tab.name} className="tab-panel scrolls">
          {tab.panel}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
