import { BlockList, isIP } from 'node:net';

const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8], // this host
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by a provider's customers
  ['127.0.0.0', 8], // this machine
  ['169.254.0.0', 16], // this link, with the metadata of cloud machines
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // assigned for protocols
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // relays of 6to4
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // measurements
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
  ['168.63.129.16', 32], // the host of Azure's machines
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4');
}

/** What of IPv6 is given to the public internet; all else (loopback, mapped IPv4, NAT64, local) is outside. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

const notPublic6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23], // assigned for protocols, with Teredo, which holds an IPv4 address
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which holds an IPv4 address
  ['3fff::', 20], // documentation
] as const) {
  notPublic6.addSubnet(network, prefix, 'ipv6');
}

/** Whether an address belongs to the public internet; whatever is not known to does not. */
export function isPublic(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4');
    case 6:
      return !address.includes('%') && global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
    default:
      return false;
  }
}
