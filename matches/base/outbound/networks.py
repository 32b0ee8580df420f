"""Which addresses are on the internet, for everybody alike.

The registries of special addresses (RFC 6890, as IANA keeps them) as they are needed here: `is_global` of
Python's ipaddress differs between its versions, and takes groups for public.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

SPECIAL = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",  # private: RFC 1918
            "100.64.0.0/10",  # behind a carrier's translation: RFC 6598; metadata of Alibaba
            "127.0.0.0/8",  # loopback
            "169.254.0.0/16",  # link-local; metadata of most clouds
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocols; metadata of Oracle
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # AMT
            "192.88.99.0/24",  # 6to4 relays
            "192.168.0.0/16",  # private
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # measurements
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # groups
            "240.0.0.0/4",  # reserved, and everybody on the link
            "168.63.129.16/32",  # the host of machines in Azure, under a public number
        ),
    )
)
# Of what is given out at all, 2000::/3.
GIVEN_OUT = IPv6Network("2000::/3")
SPECIAL_6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocols, Teredo among them
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4: an IPv4 address inside
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documentation
            "3ffe::/16",  # 6bone, which is no more
        ),
    )
)
# The IPv4 address in its last 32 bits, as networks without IPv4 name it: RFC 6052.
NAT64 = IPv6Network("64:ff9b::/96")


def is_public_address(address: Address) -> bool:
    """Whether it means the same to everybody on the internet, and no network of somebody's own."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in SPECIAL)
    if address.scope_id is not None:
        return False
    if address in NAT64:
        return is_public_address(IPv4Address(int(address) & 0xFFFFFFFF))
    return address in GIVEN_OUT and not any(address in network for network in SPECIAL_6)
