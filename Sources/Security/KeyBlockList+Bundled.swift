// SPDX-License-Identifier: MIT
// Part of Grille: keys of authorities that are known to have been misused.

extension KeyBlockList {
  /// Keys that issued for strangers, or whose private half is public knowledge.
  ///
  /// SHA-256 of SubjectPublicKeyInfo, published with each incident; other browsers block them too.
  package static let bundled: Set<Fingerprint> = {
    let (keys, damagedLines) = parse(bundledText)
    precondition(damagedLines.isEmpty, "the bundled block-list is well-formed")
    return keys
  }()

  private static let bundledText = """
    # CNNIC.
    04dde9aa9a79f61498682325fa0870276707fb9ca95384120b46893268494fc9
    1f4224cec84fc99ced881ff6fcfd3e21f8c519c547aa6a5dd3de247302ce50d1
    9dd55fc573f546cb6a3831d1112d8710a6f4f82dc87f5fae9d3a1a028dd36e4b
    # DCSSI, an authority of the French government.
    25da1ad58bbfcfb227d8723b1857d4c18e7baa7417b4f9eff9366b5e869f8b39
    # DigiNotar.
    455b87e96f1cea2f8b6dae0808ec24738fd92b7fd306757198bf389d755c0b6c
    7e7058ea35ad4359654159973f560187f16d19c514b939c5055672d1d2a518ac
    93ca2d436cae7f68d2b4256ca175c985ce39926dc9f7eeaeecf2f8970fb97802
    a903af8c07bb91b0d9e3f3a30c6d53339fc5bd47e5d6bdb476598860c068a024
    d34b255b2fe7d1a09656cbab6409f73c796ec7d66af73653ecc39af978297310
    dd3eeb779bee07f9efdac382408b28d142fa842c78e8bc0e33348d57b92f0583
    f034f642ca1d9e88e9efeafcb15c7c937aa19e04b080f27335e1da70d1ca1201
    # National Informatics Centre of India.
    9b8a93decccfbafcf4d04d3442128fb35218cfe437a3d8d0328c99f89089e450
    e6e136c86154f32c3e49f47cfc6b338ff2dc61ce14fc7589b3b56a1450132701
    fa00bec73dd99795df1162c789987004c26cbf90af4db442f66220de41354ac9
    # Trustwave, for interception in companies.
    32ecc96f912f96d889e73088cd031c7ded2c651c805016157a23b6f32f798a3b
    # TurkTrust, two leaves that could issue.
    3edbd9ace639ba1a2d4ad04718711fda23e859b2fbf5d137d424045e7919dfb9
    c173f0626456ca854ff2a7f0b133a7cf4d0211e552f24b3e33ade8c59f0a424c
    # WoSign and StartCom.
    1528397da212890a830b0b95a59968cef234773779df5181cf10fa647534bb65
    36ea96128c89839fb621f8ad0e1ee0b9c2206f62ab7b4da2c6765893c9b7ced2
    381a3fc7a8b082fa28613a4d07f2c7553f4e1918ee07caa9e8b7cede5a9ca06a
    394cff589e689312cfc071ee0bc19fe4c606216ce543429de6db62e42dbb3bc1
    7aedddf36b18f8acb7379fe1ce183212b2350d0788abe0e82457be9badad6d54
    9d98a1fb60538c4cc4857ff1a8c8034faf6fc592093f619994b2c813d250b864
    d6a18443d348db994f934ccd8e635d833a27ac1e56f8afaf7c97cb4f43eab68b
    db15c0062b520f318a19dacfecd64f9e7a3fbe609fd586796f20ae028e8e3058
    e42f24bd4d37f4aa2e56b979d83d1e65219fe0e9e3a382a1b3cb66c93955de75
    # Kazakhstan's interception ("Qaznet Trust Network").
    8e12d0cb3b7df3ea2257579489fd8658c95603ea6cf4b73163a41eb7b7e93fee
    b13fa2e6131a888a01f3d62056fb0efbe999eb6b6e14927613e02ba8b8fb046e
    b5ba8dd7f89564c2889d3d6453c84998c77824919b64ea0835aa62986591be50
    # Superfish.
    4bb8f35ba1e126f8dde1b0c420625ed86dce61a7bddadbdea9aba578ff13145e
    # Dell: DSDTestProvider and eDellRoot.
    130ad4e0633521290531b6651f5759b0bc7bc656709ff8f365c2143b0389b6f6
    cdee9f3305572a677e1a6c82dc1e02a35b11cae6a684338c9f37fe1ac8daec23
    # Cyberoam devices.
    1af56c98ff043ef92bebff54cebb4dd67a25ba956c817f3e6dd3c1e52eb584c1
    # Mitel and Aastra devices.
    490b6ec6beb2d6034720b5149b6b29cd35515988cc16af854148b07b9b1f8a11
    6adb8e3e055460922d1501cb97f94c6a02e39c8f2774ca408825b7b58379dc14
    707d364e72ae521431dd953897f9c4846d5b8c324298fe53fbd4ada1f2d1157f
    ef551284715232de92e246c323329362b132493bb16b589e4775520beb871a56
    # Sennheiser HeadSetup.
    0c43ea8bcde9fc3bca165664ac8215567e3489d5393a0c81e1a79141992e1953
    8f591f7aa4dc3efe9490c38a4692c9011ed128f1de595569406d77b6fa1f6b4c
    # Hacking Team.
    c4387d45364a313fbfe79812b35b815d42852ab03b06f11589638021c8f2cb44
    ea08c8d45d52ca593de524f0513ca6418da9859f7b08ef13ff9dd7bf612d6a37
    """
}
