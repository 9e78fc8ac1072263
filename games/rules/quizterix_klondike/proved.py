"""Deals of Klondike that the solver has proved winnable, bit by bit: written by ``manage.py prove_deals``."""

PROVED = {
    1: (
        "6feff5dd9a3ffcebb7fffff5ce9fff73faffdf57df7edf9c9cf18fbffff9fedaee37bfbd7bffb36e9d7ebdfbffdbf79fdabf"
        "fcebfdf52ef5fdfd9fffc6f0f4fffd77f3b38affa8ffdfbf7acfb57fff3bb7fddeb7e8ffffdefdfefad64feefadb5ebeffff"
        "d77afd5bffc9eebe167dd7bdafed8ffba6fffffeee5f6d9be0f7ca97eff7f35ffdb7c7e93ffee7dfffe3bfffacef4ce33ff7"
        "fbafa3f767fef6ffdfffef5bb4df7ef7febffbfdefe3e26ff4fdb7733fff5627fcdd6f1fd8affef6ca36fafbbffbe3ff7fbb"
        "9fdbe7e6ceb6f0f1fd692fbeed76d3bbfbffbffd8e0fdf9aee66b62ebf7f77eebfffffbe4f7f4ef7f9fffdf77ffffeffefbe"
        "effff7e9efbe"
    ),
    3: (
        "675df7d15e3fbc6b19fddfa5840f7d67f2fedbf7db15dfd45ef32f3ecdb92f52cf317ef97b2dda6e9d7edda6fbabe19b56bf"
        "fcaaed85afd1fdd597fd46f0f5ad7d777bb1dafca8e3ff295883b57aff3bb7adde75a8feffdaf5bcfab64ff6d2fb7cfefdfb"
        "d71afddebdcdc21c127fd5b11fac8b76347bd9e9eedf29fbf0d64097eef3d7fffd87ca691d7ed4dfbffbbfffa4f8c8e73af4"
        "f78fb3f5efceb6efcdefed6bf6df7ee79b31bbf7eceb6a4ba43d1571b73fd6affe9deb1fd9a7fef48220fac3bbefee8f7fab"
        "ff99a1825ca6fef3fef92facfd54d33bff6eabfd0c90dbbe2ea08f3e9b3f57681777bf3e4fbe4f7fe1b7ec76edaffeebe7be"
        "afbad561ffbc"
    ),
}
